export * from "@hankel/core";
