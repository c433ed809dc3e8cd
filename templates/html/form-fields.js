"use strict";

// Puts fields into the parts of a sheet. `heard(key, response)` is told of each change; what comes back shows a response
// in a part and tells how much of it is there, by the part's key: { show(response), state() -> "empty", "begun" or "" }.
const fieldsOf = (form, heard) => {
  const LONGEST = 2000;
  const LONGEST_TEXT = 10000;
  let count = 0;

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };
  const named = (node) => {
    if (!node.id) node.id = `field-${(count += 1)}`;
    return node.id;
  };
  const names = (...nodes) => nodes.flat().filter(Boolean).map(named).join(" ");

  // The question names what answers it, and the remarks in brackets describe it.
  const question = (part) => [part.querySelector(".part-number"), part.querySelector(".ask")];
  const remarks = (part) => [...part.querySelectorAll(".answer .unit, .answer .note")];
  const describe = (node, part) => {
    if (remarks(part).length) node.setAttribute("aria-describedby", names(remarks(part)));
  };
  const group = (part) => {
    part.setAttribute("role", "group");
    part.setAttribute("aria-labelledby", names(question(part)));
    describe(part, part);
  };

  const typed = (kind, longest, input) => {
    const field = element(kind, { autocomplete: "off", spellcheck: false, maxLength: longest });
    field.setAttribute("autocapitalize", "off");
    field.addEventListener("input", input);
    return field;
  };
  const chosen = (choices, input) => {
    const field = element("select", {}, ...choices.map(([value, textContent]) => element("option", { value, textContent })));
    field.addEventListener("change", input);
    return field;
  };
  const isFilled = (field) => field.value.trim() !== "";
  const amount = (fields) => () => {
    const filled = fields.filter(isFilled).length;
    return filled === 0 ? "empty" : filled < fields.length ? "begun" : "";
  };
  // The words before a blank become the label of the field that stands there.
  const labelled = (blank, field) => {
    const label = element("label", { htmlFor: named(field) });
    while (blank.previousSibling && blank.previousSibling.nodeName !== "LABEL") label.prepend(blank.previousSibling);
    blank.before(label);
    blank.replaceWith(field);
    return label;
  };

  const text = (field, part, longest) => {
    const input = typed("textarea", longest, () => heard(field.key, input.value));
    input.rows = Math.max(field.lines || 0, 3);
    part.querySelector(".lines").replaceWith(input);
    input.setAttribute("aria-labelledby", names(question(part)));
    return input;
  };
  const line = (field, part) => {
    const input = typed("input", LONGEST, () => heard(field.key, input.value));
    input.setAttribute("aria-labelledby", names(labelled(part.querySelector(".answer .blank"), input), question(part)));
    return input;
  };
  const plain = (field, part, input) => {
    describe(input, part);
    return { show: (value) => { input.value = value; }, state: amount([input]) };
  };
  const type = (field, part) => plain(field, part, field.lines ? text(field, part, LONGEST) : line(field, part));
  const words = (field, part) => {
    const input = text(field, part, LONGEST_TEXT);
    input.classList.add("words-of-ones-own");
    input.spellcheck = true;
    return plain(field, part, input);
  };

  const option = (item, type, value, name = "") => {
    const input = element("input", { type, value, name });
    item.replaceChildren(element("label", {}, input, element("span", {}, ...item.childNodes)));
    return input;
  };
  const pick = (field, part) => {
    group(part);
    const list = part.querySelector(".options");
    const inputs = [...list.children].map((item, at) => option(item, "radio", field.options[at], field.key));
    const back = element("button", { type: "button", className: "back", textContent: "Take the choice back" });
    list.after(back);
    const show = (value) => {
      for (const input of inputs) input.checked = input.value === value;
      back.hidden = !inputs.some((input) => input.checked);
    };
    for (const input of inputs) {
      input.addEventListener("change", () => { show(input.value); heard(field.key, input.value); });
    }
    back.addEventListener("click", () => { show(""); heard(field.key, ""); inputs[0].focus(); });
    return { show, state: () => (inputs.some((input) => input.checked) ? "" : "empty") };
  };
  const tick = (field, part) => {
    group(part);
    const list = part.querySelector(".options");
    const inputs = [...list.children].map((item, at) => option(item, "checkbox", field.options[at]));
    list.append(element("li", {}, element("span", { textContent: "none of them" })));
    const none = option(list.lastElementChild, "checkbox", "none");
    const all = [...inputs, none];
    for (const input of all) {
      input.addEventListener("change", () => {
        if (input.checked) for (const other of input === none ? inputs : [none]) other.checked = false;
        heard(field.key, all.filter((each) => each.checked).map((each) => each.value).join(" "));
      });
    }
    return {
      show: (value) => { for (const input of all) input.checked = value.split(" ").includes(input.value); },
      state: () => (all.some((input) => input.checked) ? "" : "empty"),
    };
  };

  const match = (field, part) => {
    group(part);
    const choices = [["", "–"], ...field.options.map((letter, at) => [letter, `${letter}) ${field.says[at]}`])];
    const pairs = () => selects.flatMap((each, at) => (each.value ? [field.items[at] + each.value] : []));
    const selects = [...part.querySelectorAll(".items > li")].map((item) => {
      const select = chosen(choices, () => heard(field.key, pairs().join(" ")));
      item.querySelector(".blank").remove();
      const said = element("span", { className: "said" }, ...item.childNodes);
      item.append(said, select);
      select.setAttribute("aria-labelledby", names(said));
      return select;
    });
    return {
      show: (value) => {
        const given = value.split(" ");
        selects.forEach((select, at) => {
          select.value = field.options.find((letter) => given.includes(field.items[at] + letter)) || "";
        });
      },
      state: amount(selects),
    };
  };

  // Each thing gets its place. A place that is given to another thing is taken from the first, which gets that one's.
  const order = (field, part) => {
    group(part);
    const places = field.options.map((_, at) => String(at + 1));
    const told = element("output", { className: "in-order" });
    part.querySelector(".answer .blank").replaceWith(told);
    const response = () =>
      places.map((place) => field.options[selects.findIndex((each) => each.value === place)] || "_").join(" ");
    const given = () => response().replace(/( ?_)+$/, "");
    const tell = () => { told.textContent = given() ? response().replaceAll("_", "–") : "nothing yet"; };
    const put = (select) => {
      const other = selects.find((each) => each !== select && each.value && each.value === select.value);
      if (other) other.value = select.dataset.was;
      for (const each of selects) each.dataset.was = each.value;
      tell();
      heard(field.key, given());
    };
    const selects = [...part.querySelectorAll(".options > li")].map((item) => {
      const select = chosen([["", "–"], ...places.map((place) => [place, place])], () => put(select));
      select.dataset.was = "";
      const said = element("span", { className: "said" }, ...item.childNodes);
      item.append(select, said);
      select.setAttribute("aria-labelledby", names(said));
      return select;
    });
    part.querySelector(".options").classList.add("places");
    return {
      show: (value) => {
        const letters = value.split(" ");
        selects.forEach((select, at) => {
          select.value = letters.includes(field.options[at]) ? String(letters.indexOf(field.options[at]) + 1) : "";
          select.dataset.was = select.value;
        });
        tell();
      },
      state: amount(selects),
    };
  };

  const plan = (field, part) => {
    group(part);
    const pairs = () =>
      field.boxes.flatMap((name, at) => (isFilled(inputs[at]) ? [`${name}=${inputs[at].value.trim()}`] : []));
    const inputs = [...part.querySelectorAll(".boxes > li")].map((item, at) => {
      const input = typed("input", LONGEST, () => heard(field.key, pairs().join("; ")));
      labelled(item.querySelector(".blank"), input);
      // A name as it is typed is read out better than a letter of a formula.
      const means = item.querySelector(".note");
      input.setAttribute("aria-label", means ? `${field.boxes[at]}, ${means.textContent}` : field.boxes[at]);
      return input;
    });
    return {
      show: (value) => {
        const given = new Map(value.split(";").map((pair) => {
          const at = pair.indexOf("=");
          return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
        }));
        field.boxes.forEach((name, at) => { inputs[at].value = given.get(name) || ""; });
      },
      state: amount(inputs),
    };
  };

  const ways = { type, words, pick, tick, match, order, plan };
  return new Map(form.fields.map((field) => [field.key, ways[field.way](field, document.getElementById(field.place))]));
};
