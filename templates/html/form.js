"use strict";
(() => {
  const form = JSON.parse(document.getElementById("form-data").textContent);
  const place = `quizgen ${form.set} ${form.form} ${form.token}`;
  const answers = Object.fromEntries(form.fields.map((field) => [field.key, ""]));
  const show = new Map();
  const state = document.getElementById("state");
  const keep = document.getElementById("keep");
  const link = document.getElementById("save");
  let kept = true;
  let changed = false;
  let address = "";

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  // Whatever a browser forbids (file pages, private windows), answering goes on without it.
  const stored = () => {
    try {
      return JSON.parse(localStorage.getItem(place)) || {};
    } catch {
      return {};
    }
  };
  const store = () => {
    try {
      localStorage.setItem(place, JSON.stringify(answers));
      kept = localStorage.getItem(place) !== null;
    } catch {
      kept = false;
    }
  };

  const record = () => ({
    format: form.format, set: form.set, form: form.form, student: form.student, token: form.token,
    saved: new Date().toISOString(), variants: form.variants, answers,
  });
  const offer = () => {
    URL.revokeObjectURL(address);
    const text = JSON.stringify(record(), null, 1) + "\n";
    address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.href = address;
  };

  const tell = (before = "") => {
    const empty = form.fields.filter((field) => answers[field.key].trim() === "");
    const done = form.fields.length - empty.length;
    const links = empty.flatMap((field, index) => [
      ...(index ? [", "] : []),
      element("a", { href: `#${field.place}`, textContent: field.label }),
    ]);
    const rest = empty.length ? ["Still empty: ", ...links, "."] : ["Nothing is empty."];
    state.replaceChildren(before, `${done} of ${form.fields.length} answered. `, ...rest);
    keep.textContent = kept
      ? "What you type is kept in this browser. To hand it in, save it and send the file."
      : "This browser keeps nothing: save before you close the page.";
  };
  const take = (key, value) => {
    answers[key] = value;
    changed = true;
    store();
    offer();
    tell();
  };

  // Each way to answer puts its fields into a part, and gives what shows a response there.
  const written = (field, blank, name, heard, kind = "input") => {
    const input = element(kind, {
      autocomplete: "off", spellcheck: false, maxLength: kind === "input" ? 2000 : 10000, ariaLabel: name,
    });
    input.setAttribute("autocapitalize", "off");
    input.addEventListener("input", heard);
    blank.replaceWith(input);
    return input;
  };
  const type = (field, part) => {
    const name = `Answer to ${field.label}`;
    const input = written(field, part.querySelector(".answer .blank"), name, () => take(field.key, input.value));
    return (value) => { input.value = value; };
  };
  const words = (field, part) => {
    const name = `Answer to ${field.label}`;
    const heard = () => take(field.key, input.value);
    const input = written(field, part.querySelector(".lines"), name, heard, "textarea");
    input.rows = 5;
    return (value) => { input.value = value; };
  };
  const labelled = (item, input) => {
    item.replaceChildren(element("label", {}, input, element("span", {}, ...item.childNodes)));
    return input;
  };
  const pick = (field, part) => {
    const inputs = [...part.querySelectorAll(".options > li")].map((item, index) =>
      labelled(item, element("input", { type: "radio", name: field.key, value: field.options[index] })));
    const was = () => { for (const each of inputs) each.dataset.was = each.checked ? "yes" : ""; };
    for (const input of inputs) {
      input.addEventListener("click", () => {
        // A second click takes the choice back: nobody is bound to a slip.
        if (input.dataset.was === "yes") input.checked = false;
        was();
        take(field.key, input.checked ? input.value : "");
      });
    }
    return (value) => {
      for (const input of inputs) input.checked = input.value === value;
      was();
    };
  };
  const tick = (field, part) => {
    const list = part.querySelector(".options");
    const inputs = [...list.children].map((item, index) =>
      labelled(item, element("input", { type: "checkbox", value: field.options[index] })));
    const none = element("input", { type: "checkbox", value: "none" });
    list.append(element("li", {}, element("label", {}, none, element("span", { textContent: "none of them" }))));
    const ticked = () => inputs.filter((input) => input.checked).map((input) => input.value);
    for (const input of [...inputs, none]) {
      input.addEventListener("change", () => {
        if (input.checked) for (const each of input === none ? inputs : [none]) each.checked = false;
        take(field.key, none.checked ? "none" : ticked().join(" "));
      });
    }
    return (value) => {
      const given = value.split(" ");
      for (const input of [...inputs, none]) input.checked = given.includes(input.value);
    };
  };
  const match = (field, part) => {
    const selects = [...part.querySelectorAll(".items > li .blank")].map((blank, index) => {
      const select = element("select", { ariaLabel: `Answer to ${field.label}, ${field.items[index]}` },
        ...["", ...field.options].map((letter) => element("option", { value: letter, textContent: letter || "–" })));
      blank.replaceWith(select);
      return select;
    });
    const pairs = () => selects.flatMap((each, index) => (each.value ? [field.items[index] + each.value] : []));
    for (const select of selects) select.addEventListener("change", () => take(field.key, pairs().join(" ")));
    return (value) => {
      const given = value.split(" ");
      selects.forEach((select, index) => {
        select.value = field.options.find((letter) => given.includes(field.items[index] + letter)) || "";
      });
    };
  };
  const plan = (field, part) => {
    const pairs = () => field.boxes.flatMap((name, index) =>
      inputs[index].value.trim() ? [`${name}=${inputs[index].value.trim()}`] : []);
    const heard = () => take(field.key, pairs().join("; "));
    const inputs = [...part.querySelectorAll(".boxes .blank")].map((blank, index) =>
      written(field, blank, `Answer to ${field.label}, ${field.boxes[index]}`, heard));
    return (value) => {
      const given = Object.fromEntries(value.split(";").map((pair) => pair.trim().split("=", 2)));
      field.boxes.forEach((name, index) => { inputs[index].value = given[name] || ""; });
    };
  };
  const ways = { type, pick, tick, order: type, match, plan, words };
  const fill = (given) => {
    for (const field of form.fields) {
      if (typeof given[field.key] !== "string") continue;
      answers[field.key] = given[field.key];
      show.get(field.key)(given[field.key]);
    }
  };
  const open = async (file) => {
    let given = {};
    try {
      given = JSON.parse(await file.text());
    } catch {
      given = {};
    }
    if (given.form !== form.form || given.token !== form.token || typeof given.answers !== "object") {
      return tell("That file isn't of this form. ");
    }
    fill(given.answers);
    store();
    offer();
    return tell("Taken from the file. ");
  };

  for (const field of form.fields) {
    show.set(field.key, ways[field.way](field, document.getElementById(field.place)));
  }
  fill(stored());
  store();
  offer();
  tell();
  document.getElementById("desk").hidden = false;
  state.addEventListener("click", (event) => {
    const target = event.target.closest("a");
    const part = target && document.querySelector(target.getAttribute("href"));
    if (!part) return;
    event.preventDefault();
    part.scrollIntoView({ block: "center" });
    part.querySelector("input, select, textarea").focus({ preventScroll: true });
  });
  link.addEventListener("click", () => {
    offer();
    changed = false;
    tell(`Saved as ${link.download}; hand that file in. `);
  });
  document.getElementById("open").addEventListener("change", (event) => {
    if (event.target.files.length) open(event.target.files[0]);
  });
  addEventListener("beforeunload", (event) => {
    if (changed && !kept) event.preventDefault();
  });
})();
