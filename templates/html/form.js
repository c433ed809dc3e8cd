// Keeps what is typed, tells what is empty, saves the file that is handed in and goes on from one.
(() => {
  const MANY = 12;
  const SOME = 10;
  const form = JSON.parse(document.getElementById("form-data").textContent);
  const place = `quizgen ${form.set} ${form.form} ${form.token}`;
  const answers = Object.fromEntries(form.fields.map((field) => [field.key, ""]));
  const at = (id) => document.getElementById(id);
  const link = at("save");
  let saved = JSON.stringify(answers);
  let isKept = true;
  let address = "";

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
      localStorage.setItem(place, JSON.stringify({ answers, saved }));
      isKept = localStorage.getItem(place) !== null;
    } catch {
      isKept = false;
    }
  };
  const isSaved = () => JSON.stringify(answers) === saved;

  const offer = () => {
    const record = {
      format: form.format, set: form.set, form: form.form, student: form.student, token: form.token,
      saved: new Date().toISOString(), variants: form.variants, answers,
    };
    URL.revokeObjectURL(address);
    address = URL.createObjectURL(new Blob([`${JSON.stringify(record, null, 1)}\n`], { type: "application/json" }));
    link.href = address;
  };

  const linkTo = (place, text) =>
    Object.assign(document.createElement("a"), { href: `#${place}`, textContent: text });
  const linksTo = (those) =>
    those.flatMap((field, index) => [...(index ? [", "] : []), linkTo(field.place, field.label)]);
  const sorted = () => {
    const states = form.fields.map((field) => [fields.get(field.key).state(), field]);
    const those = (state) => states.flatMap(([each, field]) => (each === state ? [field] : []));
    return { empty: those("empty"), begun: those("begun") };
  };
  const listed = (title, those, short) => {
    if (!those.length) return [];
    if (!short || those.length <= MANY) return [title, ...linksTo(those), "."];
    return [title, ...linksTo(those.slice(0, SOME)), " and ", linkTo("hand-in", `${those.length - SOME} more`), "."];
  };
  const rest = ({ empty, begun }, short = false) => {
    const said = [...listed(" Still empty: ", empty, short), ...listed(" Not finished: ", begun, short)];
    return said.length ? said : [" Nothing is empty."];
  };
  // The focus may stand on one of the links: they are made anew only where something else is to be said.
  const say = (node, said) => {
    const text = said.map((each) => each.textContent ?? each).join("");
    if (node.textContent !== text) node.replaceChildren(...said);
  };
  const tell = () => {
    const found = sorted();
    const done = form.fields.length - found.empty.length - found.begun.length;
    const count = `${done} of ${form.fields.length} answered.`;
    say(at("tally"), [count, ...rest(found, true)]);
    say(at("state"), [count, ...rest(found)]);
    const isBlank = found.empty.length === form.fields.length;
    at("unsaved").textContent = isSaved() || isBlank ? "" : "Not saved yet.";
    at("keep").textContent = isKept
      ? "What you type is kept in this browser, and it is still there when you open this page again."
      : "This browser keeps nothing: save before you close the page.";
  };
  const announce = (text) => { at("told").textContent = text; };

  const heard = (key, value) => {
    answers[key] = value;
    announce("");
    store();
    offer();
    tell();
  };
  const fields = fieldsOf(form, heard);
  const fill = (given) => {
    for (const { key } of form.fields) {
      answers[key] = typeof given[key] === "string" ? given[key] : answers[key];
      fields.get(key).show(answers[key]);
    }
    store();
    offer();
    tell();
  };

  const open = async (file) => {
    let given = {};
    try {
      given = JSON.parse(await file.text());
    } catch {
      given = {};
    }
    const isOurs = given?.form === form.form && given.token === form.token && typeof given.answers === "object";
    if (!isOurs) return announce("That file isn't of this form.");
    fill(given.answers || {});
    saved = JSON.stringify(answers);
    store();
    tell();
    return announce(`Taken from ${file.name}.`);
  };
  const save = () => {
    offer();
    saved = JSON.stringify(answers);
    store();
    tell();
    const { empty, begun } = sorted();
    const lack = [[empty, "empty"], [begun, "not finished"]].filter(([those]) => those.length);
    const lacks = lack.map(([those, how]) => `${those.map((field) => field.label).join(", ")} ${how}`).join("; ");
    announce(`Saved as ${link.download}: hand that file in.${lacks && ` Still ${lacks}.`}`);
  };
  const go = (event) => {
    const target = event.target.closest("a");
    const part = target && document.querySelector(target.getAttribute("href"));
    if (!part) return;
    event.preventDefault();
    const inputs = [...part.querySelectorAll("input, select, textarea, a")];
    const input = inputs.find((each) => ["text", "textarea", "select-one"].includes(each.type) && !each.value) || inputs[0];
    part.scrollIntoView({ block: "center" });
    input.focus({ preventScroll: true });
  };

  const before = stored();
  if (typeof before.saved === "string") saved = before.saved;
  fill(before.answers || {});
  for (const id of ["hand-in", "desk"]) at(id).hidden = false;
  for (const id of ["tally", "state"]) at(id).addEventListener("click", go);
  link.addEventListener("click", save);
  at("open").addEventListener("change", (event) => {
    if (event.target.files.length) open(event.target.files[0]);
    event.target.value = "";
  });
  addEventListener("beforeunload", (event) => {
    if (!isSaved()) event.preventDefault();
  });
  // What gets the focus must not be hidden behind the desk.
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--desk", `${at("desk").offsetHeight}px`);
  }).observe(at("desk"));
})();
