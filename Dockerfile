# navlintd in a container: built by the same verbs as everywhere, run without compiler, shell tools
# of the build or root.
FROM debian:bookworm-slim AS build
WORKDIR /src
COPY dev ./
COPY parsers/formats.def parsers/
COPY containers/containers.def containers/
RUN ./dev setup build
COPY . .
RUN ./dev build release && cmake --install build --prefix /opt/navlint --strip

FROM debian:bookworm-slim
RUN apt-get update -qq \
 && apt-get install -qq -y --no-install-recommends libmicrohttpd12 libjansson4 libdeflate0 libarchive13 liblzma5 libseccomp2 libssl3 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --no-create-home --shell /usr/sbin/nologin navlint
COPY --from=build /opt/navlint/bin/ /usr/local/bin/
USER navlint
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s --retries=2 CMD ["navlintd", "--check-health"]
ENTRYPOINT ["navlintd", "--bind", "0.0.0.0"]
