// A small web application with a login, to learn with examples/servers/login.yaml:
//   node examples/servers/login.mjs 8080
//   hankel learn http://127.0.0.1:8080 --mapper examples/servers/login.yaml
// Who is there is known by a cookie. Each form holds a token, and a login changes it. Three wrong passwords lock the visitor out.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";

const visitors = new Map();

function visitorOf(request) {
  const id = /(?:^|; )visitor=([\w-]+)/u.exec(request.headers.cookie ?? "")?.[1];
  return visitors.get(id) ?? { id: randomUUID(), token: randomUUID(), user: undefined, wrong: 0 };
}

function page(title, { token }) {
  return `<h1>${title}</h1><form method="post"><input type="hidden" name="token" value="${token}"></form>`;
}

async function formIn(request) {
  let body = "";
  for await (const piece of request) body += piece;
  return new URLSearchParams(body);
}

/** What a visitor gets: a status, a page, or another address. */
function answer(visitor, request, form) {
  switch (`${request.method} ${request.url}`) {
    case "GET /":
      return [200, page(visitor.user === undefined ? "Welcome" : `Hello ${visitor.user}`, visitor)];
    case "GET /login":
      return [200, page("Who are you?", visitor)];
    case "POST /login":
      if (form.get("token") !== visitor.token) return [403, "forged"];
      if (visitor.wrong === 3) return [429, "locked"];
      if (form.get("password") !== "secret") {
        visitor.wrong++;
        return [200, page("Wrong password", visitor)];
      }
      Object.assign(visitor, { user: form.get("user"), token: randomUUID(), wrong: 0 });
      return [303, "/"];
    case "POST /logout":
      if (form.get("token") !== visitor.token) return [403, "forged"];
      visitor.user = undefined;
      return [303, "/login"];
    default:
      return [404, "nothing here"];
  }
}

const server = createServer(async (request, response) => {
  const visitor = visitorOf(request);
  visitors.set(visitor.id, visitor);
  const [status, content] = answer(visitor, request, await formIn(request));
  response.setHeader("set-cookie", `visitor=${visitor.id}; Path=/; HttpOnly`);
  if (status === 303) response.writeHead(status, { location: content }).end();
  else response.writeHead(status, { "content-type": "text/html" }).end(content);
});

server.listen(Number(process.argv[2] ?? 8080), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
