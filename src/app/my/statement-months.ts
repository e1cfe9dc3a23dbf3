/** How far back a statement in the portal may go; the first, until another is chosen. Six years are what a business keeps. */
export const STATEMENT_MONTHS = [12, 3, 72] as const
