import type { Raster } from '#features/evidence/radiographs/picture.ts'
import type { Size, View } from '#features/evidence/radiographs/view.ts'
import { zeroPlace } from '#features/evidence/radiographs/window.ts'

/** Red, green, blue and opacity of each pixel of a screen. */
export type Painted = Size & { pixels: Uint8ClampedArray<ArrayBuffer> }

/**
 * The part of a picture that a screen shows, in shades by a table over stored numbers. Only the pixels of the screen are worked out, each
 * from the four points about it, so the work is the same for any size of picture. Pixels outside the picture stay transparent.
 */
export function paint(level: (level: number) => Raster, screen: Size, view: View, table: Uint8Array): Painted {
  // The smallest level that still has at least a point for each pixel.
  const depth = Math.max(0, Math.floor(Math.log2(1 / view.zoom) + 0.001))
  const raster = level(depth)
  const scale = raster.columns / level(0).columns
  const down = raster.rows / level(0).rows
  const columns = steps(screen.width, { middle: view.x * scale, step: scale / view.zoom, points: raster.columns })
  const rows = steps(screen.height, { middle: view.y * down, step: down / view.zoom, points: raster.rows })
  const pixels = new Uint8ClampedArray(screen.width * screen.height * 4)
  if (raster.channels === 1) paintGrey(raster, [columns, rows], { table, pixels, width: screen.width })
  else paintColours(raster, [columns, rows], { table, pixels, width: screen.width })
  return { ...screen, pixels }
}

/** For each pixel along one side of the screen the point before it, the one after it, and how near it is to that. `from` to `to` are on the picture. */
type Steps = { before: Int32Array; after: Int32Array; part: Float32Array; from: number; to: number }

function steps(pixels: number, { middle, step, points }: { middle: number; step: number; points: number }): Steps {
  const all: Steps = { before: new Int32Array(pixels), after: new Int32Array(pixels), part: new Float32Array(pixels), from: pixels, to: 0 }
  for (let pixel = 0; pixel < pixels; pixel++) {
    const at = middle + (pixel + 0.5 - pixels / 2) * step
    if (at < 0 || at >= points) continue
    all.from = Math.min(all.from, pixel)
    all.to = pixel + 1
    const inner = Math.min(points - 1, Math.max(0, at - 0.5))
    const before = Math.floor(inner)
    all.before[pixel] = before
    all.after[pixel] = Math.min(points - 1, before + 1)
    all.part[pixel] = inner - before
  }
  return all
}

type Target = { table: Uint8Array; pixels: Uint8ClampedArray<ArrayBuffer>; width: number }

function paintGrey({ samples, columns }: Raster, [across, down]: [Steps, Steps], { table, pixels, width }: Target) {
  const whole = new Uint32Array(pixels.buffer)
  const greys = packed(table)
  // Numbers below zero have their shades at the beginning of the table; the half rounds.
  const zero = zeroPlace(samples) + 0.5
  const { before, after, part } = across
  for (let y = down.from; y < down.to; y++) {
    const above = (down.before[y] as number) * columns
    const below = (down.after[y] as number) * columns
    const nearness = down.part[y] as number
    // Once for every pixel of the screen, so it makes nothing that must be cleared away.
    for (let x = across.from; x < across.to; x++) {
      const left = before[x] as number
      const right = after[x] as number
      const near = part[x] as number
      const first = samples[above + left] as number
      const third = samples[below + left] as number
      const high = first + ((samples[above + right] as number) - first) * near
      const low = third + ((samples[below + right] as number) - third) * near
      whole[y * width + x] = greys[Math.floor(high + (low - high) * nearness + zero)] as number
    }
  }
}

/* Each shade as a whole pixel: opacity, blue, green and red, for the lowest byte comes first wherever browsers run. */
function packed(table: Uint8Array): Uint32Array {
  const pixels = new Uint32Array(table.length)
  for (let place = 0; place < table.length; place++) pixels[place] = 0xff000000 | ((table[place] as number) * 0x010101)
  return pixels
}

function paintColours({ samples, columns }: Raster, [across, down]: [Steps, Steps], { table, pixels, width }: Target) {
  const { before, after, part } = across
  for (let y = down.from; y < down.to; y++) {
    const above = (down.before[y] as number) * columns
    const below = (down.after[y] as number) * columns
    const nearness = down.part[y] as number
    for (let x = across.from; x < across.to; x++) {
      const left = before[x] as number
      const right = after[x] as number
      const near = part[x] as number
      const at = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel++) {
        const first = samples[(above + left) * 3 + channel] as number
        const third = samples[(below + left) * 3 + channel] as number
        const high = first + ((samples[(above + right) * 3 + channel] as number) - first) * near
        const low = third + ((samples[(below + right) * 3 + channel] as number) - third) * near
        pixels[at + channel] = table[Math.round(high + (low - high) * nearness)] as number
      }
      pixels[at + 3] = 255
    }
  }
}
