export * from "@hankel/core";
export * from "@hankel/teachers";
