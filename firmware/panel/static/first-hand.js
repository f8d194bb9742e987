// The way to the first hand: what the camera sees is checked until the table is framed; and this device as the camera.

import { LONG, lost, post, told, unanswered } from "./frame.js";
import { byId, t } from "./texts.js";

const GLANCE = 640; // pixels of the longer side of what is sent several times a second
const REST = 300; // milliseconds between two of them
const PAUSE = 2000; // milliseconds between two looks at the table
let live = false;
let looking = false;
let framed = "";

const tick = (step) => byId(step).classList.add("done");
const rest = (time) => new Promise((over) => setTimeout(over, time));

// The mount check's word about a picture; whether there is nothing to change.
async function check(url, body) {
  const taken = await post(url, body, LONG);
  if (!taken.done) {
    told("frame-said", taken.sentence, true);
    return false;
  }
  tick("step-camera");
  framed = taken.picture.id;
  const answer = await post("/api/mount-check", new URLSearchParams({ picture: framed, field_of_view: byId("frame").dataset.lens }));
  told("frame-said", answer.sentence, !answer.done);
  byId("framed").src = `/api/pictures/${framed}.jpg`;
  byId("framed").hidden = false;
  // made by the table itself, which escapes whatever is in it
  byId("frame-told").innerHTML = answer.html || "";
  if (answer.good) tick("step-frame");
  return Boolean(answer.good);
}

// A camera that sees by itself is asked until the table is framed; any other one once.
async function look() {
  if (looking) return;
  looking = true;
  byId("look").disabled = true;
  try {
    do {
      if (document.hidden) await rest(PAUSE);
      else if (await check(`/api/pictures/camera?instead=${framed}`)) break;
      else if (live) await rest(PAUSE);
    } while (live);
  } catch {
    unanswered("frame-said");
  } finally {
    looking = false;
    byId("look").disabled = false;
  }
}

// Whether the table's camera can be asked; where it cannot somebody takes each picture.
function sees(now) {
  byId("look").hidden = byId("take").hidden = !now;
  return now;
}

byId("look").addEventListener("click", look);
if (byId("frame-taken")) {
  byId("frame-taken").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    told("frame-said", t("This takes a moment…"));
    await check(`/api/pictures?name=${encodeURIComponent(file.name)}`, file).catch(() => unanswered("frame-said"));
    event.target.value = "";
  });
}
document.addEventListener("worked", (event) => {
  if (event.detail.done) tick("step-deck");
});
document.addEventListener("table", (event) => {
  const began = event.detail.live && !live;
  live = event.detail.live;
  sees(live || !byId("frame-taken"));
  if (event.detail.last) tick("step-hand");
  if (began) look();
});

// This device as the camera

let stream = "";
let media = null;
let showing = false;
const [small, large] = [document.createElement("canvas"), document.createElement("canvas")];

function draw(canvas, most) {
  const video = byId("preview");
  const scale = Math.min(1, most / Math.max(video.videoWidth, video.videoHeight));
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
  return drawing;
}

async function glance() {
  const colours = draw(small, GLANCE).getImageData(0, 0, small.width, small.height).data;
  const greens = new Uint8Array(colours.length / 4);
  for (let at = 0; at < greens.length; at += 1) greens[at] = colours[4 * at + 1];
  return post(`/api/camera/seen?stream=${stream}&width=${small.width}&height=${small.height}`, greens);
}

// A whole picture; the small ones go on meanwhile, for it takes its time.
async function whole(asked) {
  if (showing) return;
  showing = true;
  try {
    draw(large, Infinity);
    const side = new FormData(byId("stream")).get("side");
    const jpeg = await new Promise((made) => large.toBlob(made, "image/jpeg", 0.92));
    await post(`/api/camera/whole?stream=${stream}&asked=${asked}&side=${side}`, jpeg, LONG);
  } finally {
    showing = false;
  }
}

async function send() {
  const own = stream;
  const [camera] = media.getVideoTracks();
  for (; stream === own; await rest(REST)) {
    if (camera.readyState === "ended") return end(noCamera());
    if (camera.muted) continue; // its picture is black or stands still: the table says that the phone is silent
    try {
      const answer = await glance();
      if (stream !== own) return;
      if (answer.word) whole(answer.word).catch(lost);
      if (!answer.done) halt(answer.sentence);
    } catch {
      lost();
    }
  }
}

function shown(on) {
  byId("preview").hidden = !on;
  byId("stream-begin").hidden = on;
  byId("stream-end").hidden = !on;
  try { // the page is the camera again when it is loaded anew
    sessionStorage.setItem("camera", on ? "yes" : "");
  } catch {
    // then it has to be told again
  }
}

async function awake() {
  if (stream && navigator.wakeLock && !document.hidden) await navigator.wakeLock.request("screen").catch(() => {});
}

const noCamera = () => t("The browser gives no camera: allow it, and close whatever else has it.");

async function begin() {
  const video = { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 }, frameRate: { ideal: 10 } };
  try {
    media = await navigator.mediaDevices.getUserMedia({ audio: false, video });
  } catch {
    return told("stream-said", noCamera(), true);
  }
  const answer = await post("/api/camera/begin").catch((silence) => {
    stop();
    throw silence;
  });
  if (!answer.done) return halt(answer.sentence);
  stream = answer.word;
  byId("preview").srcObject = media;
  try {
    await byId("preview").play();
  } catch {
    return end(noCamera());
  }
  told("stream-said", t("This page stays open: the table sees through it."));
  tick("step-camera");
  shown(true);
  awake();
  return send();
}

function stop() {
  for (const track of media.getTracks()) track.stop();
}

function halt(sentence) {
  stream = "";
  stop();
  shown(false);
  told("stream-said", sentence, true);
}

function end(sentence) {
  post(`/api/camera/end?stream=${stream}`).catch(() => {}); // nothing comes any more: the table sees that as well
  halt(sentence);
}

if (byId("stream")) {
  byId("stream-begin").addEventListener("click", () => begin().catch(() => unanswered("stream-said")));
  byId("stream-end").addEventListener("click", () => end(""));
  document.addEventListener("visibilitychange", awake);
  try {
    if (sessionStorage.getItem("camera")) begin().catch(() => unanswered("stream-said"));
  } catch {
    // a browser may keep nothing
  }
}
if (sees(!byId("look").hidden)) look();
