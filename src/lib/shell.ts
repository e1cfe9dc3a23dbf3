/** A shell around the web app: which, and what its device calls itself (`ThinkPad X1`); empty where that is unknown. */
export type Shell = { kind: ShellKind; model: string }
export const SHELL_KINDS = ['desktop', 'ios', 'android'] as const
export type ShellKind = (typeof SHELL_KINDS)[number]

/** The most characters of a model. */
export const LONGEST_MODEL = 60
