/** Made by vite.config.ts when the page is built. */
declare module "virtual:first-screen" {
  type FirstScreen = import("./engine/first-screen.ts").FirstScreen;

  export const steps: FirstScreen["steps"];
  export const pictures: FirstScreen["pictures"];
  export const readable: FirstScreen["readable"];
}
