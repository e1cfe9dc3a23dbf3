/** Builds the web app when any of its inputs changed since the last build. */
export function buildIfNeeded(): void
