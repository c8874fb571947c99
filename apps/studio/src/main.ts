import { mount } from "svelte";
import App from "./App.svelte";
import { parseAddress } from "./engine/address.ts";
import Framed from "./parts/Framed.svelte";
import "./app.css";

const target = document.getElementById("app");
// A page around this one could lead clicks where it wants them, so inside a frame a run is shown, and nothing can be started.
const isFramed = window.top !== window && !parseAddress(location.hash).address.embed;
if (target !== null) mount(isFramed ? Framed : App, { target });
