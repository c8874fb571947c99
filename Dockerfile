# hankel as a command, with networks, drawings as PNG and fleets:
#
#     docker build -t hankel .
#     docker run --rm --user "$(id -u):$(id -g)" -v "$PWD":/work hankel learn target.json --out learned.json
FROM node:22-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --ignore-scripts && npm run --silent build:packages \
  && mkdir /packed && npm pack --ignore-scripts --pack-destination /packed ./packages/hankel

FROM node:22-slim
COPY --from=build /packed /packed
RUN npm install --global --no-audit --no-fund /packed/hankel-*.tgz \
    onnxruntime-web@1 @resvg/resvg-wasm@2 @nats-io/transport-node@3 \
  && npm cache clean --force && rm -r /packed
WORKDIR /work
USER node
ENTRYPOINT ["hankel"]
CMD ["--help"]
