import { mount } from "svelte";
import App from "./App.svelte";
import Framed from "./parts/Framed.svelte";
import "./app.css";

const target = document.getElementById("app");
// A page around this one could lead clicks where it wants them, so nothing runs inside a frame.
if (target !== null) mount(window.top === window ? App : Framed, { target });
