/** Joins class names; what is falsy is left out. A caller's `className` is for layout (margin, width, order), never to repaint. */
export const cx = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(' ')
