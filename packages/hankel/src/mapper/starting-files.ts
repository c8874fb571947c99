/** What `hankel mapper init` writes: complete files, in which every key is explained. */

export const STARTING_FILES = {
  tcp: String.raw`# How Hankel talks to a server over TCP or TLS.
#   hankel try   tcp://localhost:25 --mapper door.yaml HELO MAIL     one word, with all bytes
#   hankel learn tcp://localhost:25 --mapper door.yaml               tls:// for TLS
mapper: tcp

# What is sent for each input. In a text there are escapes: \r \n \t \0 \xHH, and \\ for a backslash.
# This stands behind every text:
ending: \r\n
inputs:
  HELO: HELO client.example
  MAIL: MAIL FROM:<ada@client.example>
  QUIT: QUIT
  # bytes:                  ping:  { hex: c0 00 }
  # no reply is waited for: tick:  { text: TICK, silent: true }
  # this side closes:       bye:   { close: true }
  # its own time limit:     slow:  { text: SEARCH, timeout: 5s }
  # a value put back:       next:  'ACK {{number + 1}}'

# When a reply is over: as soon as this fits; without it, when nothing came for "quiet". A line ends with \n, however it was sent.
until: '(^|\n)\d{3} .*\n$'
# quiet: 100ms
# Silence for so long is the output "timeout".
timeout: 1s

# The output of a reply: that of the first pattern that fits. A pattern is a regular expression on the text of the
# reply, without the end of its last line, and the output what is in its first group. Where none fits, the reply itself
# is the output.
outputs:
  - '^(\d{3})'
  # - { text: 'error: (\w+)', output: 'error {{1}}' }
  # - { hex: '^20 02 00 (..)', output: 'accepted {{1}}' }

# Values that replies hold, and that {{number}} puts back into what is sent. {{step}} is the number of the input in
# its word, {{run}} a name that no other word has, {{env.PASSWORD}} a variable of the environment.
# values:
#   number: 'number=(\d+)'
#   packet: { hex: '^62 .. (.. ..)', otherwise: '\0\0' }

# After a closed connection every output is "closed". A reply that counts as the end, too:
# closed: '^221 '

# Before each word: a new connection, and these steps.
reset:
  - greeting: '^220 '
  # - send: AUTH {{env.PASSWORD}}
  #   expect: '^235 '
  # - run: ./empty-the-database.sh
  # - pause: 100ms
`,
  http: String.raw`# How Hankel talks to a server over HTTP.
#   hankel try   http://localhost:8080 --mapper door.yaml home login     one word, with all bytes
#   hankel learn http://localhost:8080 --mapper door.yaml                https:// for TLS
mapper: http

# What is requested for each input. The path stands behind the address of the target.
inputs:
  home: GET /
  login:
    path: /login
    form: { user: ada, password: secret, csrf: '{{csrf}}' }
  logout: POST /logout
  # a body of JSON:         add:   { path: /items, json: { name: tea, count: 2 } }
  # another method:         drop:  { method: DELETE, path: '/items/{{item}}' }
  # and more of a request:  find:  { path: /items, query: { q: tea }, headers: { accept: text/html } }
  # any other body:         raw:   { method: PUT, path: /x, headers: { content-type: text/plain }, body: hello }

# Headers of every request.
# headers: { x-api-key: '{{env.API_KEY}}' }

# Cookies are kept within a word, as a browser does; each word begins without any.
# cookies: false
# Follow redirections (302 and the like), instead of showing them as outputs?
# follow: true

# No reply for so long is the output "timeout".
timeout: 10s

# The output of a reply: that of the first line where everything fits. Patterns are regular expressions; {{1}} is what
# is in their first group. Where none fits, the output is the status, and where it leads: "302 /login".
outputs:
  - { status: 200, body: '<h1>(.*?)</h1>', output: '{{1}}' }
  # - { status: 3xx, headers: { location: '^/(\w*)' }, output: 'to {{1}}' }
  # - { status: 4xx, output: '{{status}}' }

# Values that replies hold, and that {{csrf}} puts back. {{step}} is the number of the input in its word, {{run}} a name
# that no other word has, {{env.PASSWORD}} a variable of the environment.
values:
  csrf: 'name="csrf" value="([^"]*)"'
  # item: { header: { location: '/items/(\d+)' }, otherwise: '0' }

# Before each word, besides new cookies:
# reset:
#   - request: POST /test/reset
#     expect: 204
#   - run: ./empty-the-database.sh
#   - pause: 100ms
`,
} as const;
