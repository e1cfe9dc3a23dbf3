/** The picture that every sample holds: smooth, none of its lines or columns like another, 12 bits. */
export const PATTERN = { columns: 24, rows: 20 }
const patternAt = (x: number, y: number): number => x * x * 2 + y * y * 3 + x * y + 40

/** Its points line by line, each made of the pattern's by `point`. */
export const patternOf = (point: (value: number, x: number, y: number) => number = (value) => value): number[] =>
  Array.from({ length: PATTERN.columns * PATTERN.rows }, (_, n) => {
    const [x, y] = [n % PATTERN.columns, Math.floor(n / PATTERN.columns)]
    return point(patternAt(x, y), x, y)
  })
