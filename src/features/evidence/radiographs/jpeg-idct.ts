/**
 * The inverse cosine transform of 8 x 8 values in place, by Arai, Agui and Nakajima (1988): five multiplications a line. The values come
 * with the factors it leaves out already in them.
 */
export function inverseDct(values: Float32Array) {
  for (let column = 0; column < 8; column++) transform(values, column, 8)
  for (let row = 0; row < 64; row += 8) transform(values, row, 1)
}

const ROOT = Math.SQRT2
const A = 2 * Math.cos(Math.PI / 8)
const B = 2 * (Math.cos(Math.PI / 8) - Math.cos((3 * Math.PI) / 8))
const C = 2 * (Math.cos(Math.PI / 8) + Math.cos((3 * Math.PI) / 8))

function transform(values: Float32Array, at: number, step: number) {
  const value = (n: number) => values[at + n * step] as number
  // The even half.
  const sum = value(0) + value(4)
  const difference = value(0) - value(4)
  const low = value(2) + value(6)
  const high = (value(2) - value(6)) * ROOT - low
  const e0 = sum + low
  const e3 = sum - low
  const e1 = difference + high
  const e2 = difference - high
  // The odd half.
  const z13 = value(5) + value(3)
  const z10 = value(5) - value(3)
  const z11 = value(1) + value(7)
  const z12 = value(1) - value(7)
  const o7 = z11 + z13
  const turn = (z10 + z12) * A
  const o6 = turn - z10 * C - o7
  const o5 = (z11 - z13) * ROOT - o6
  const o4 = turn - z12 * B - o5
  values[at] = e0 + o7
  values[at + 7 * step] = e0 - o7
  values[at + step] = e1 + o6
  values[at + 6 * step] = e1 - o6
  values[at + 2 * step] = e2 + o5
  values[at + 5 * step] = e2 - o5
  values[at + 3 * step] = e3 + o4
  values[at + 4 * step] = e3 - o4
}
