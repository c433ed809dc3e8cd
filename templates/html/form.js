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

  const box = (field, part) => {
    const input = element("input", {
      type: "text", autocomplete: "off", spellcheck: false, maxLength: 2000, ariaLabel: `Answer to ${field.label}`,
    });
    input.setAttribute("autocapitalize", "off");
    input.addEventListener("input", () => take(field.key, input.value));
    show.set(field.key, (value) => { input.value = value; });
    part.querySelector(".answer .blank").replaceWith(input);
  };
  const choice = (field, part) => {
    const inputs = [...part.querySelectorAll(".options > li")].map((item, index) => {
      const input = element("input", { type: "radio", name: field.key, value: field.options[index] });
      item.replaceChildren(element("label", {}, input, element("span", {}, ...item.childNodes)));
      input.addEventListener("change", () => take(field.key, input.value));
      // A second click takes the choice back: nobody is bound to a slip.
      input.addEventListener("click", () => {
        if (input.dataset.was === "yes") {
          input.checked = false;
          take(field.key, "");
        }
        for (const each of inputs) each.dataset.was = each.checked ? "yes" : "";
      });
      return input;
    });
    show.set(field.key, (value) => {
      for (const input of inputs) {
        input.checked = input.value === value;
        input.dataset.was = input.checked ? "yes" : "";
      }
    });
  };
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
    const part = document.getElementById(field.place);
    (field.options ? choice : box)(field, part);
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
    part.querySelector("input").focus({ preventScroll: true });
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
