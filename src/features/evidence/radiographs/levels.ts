import type { Raster, Samples } from '#features/evidence/radiographs/picture.ts'

/**
 * The same picture at half, a quarter, an eighth … of its size, each made on first use: a zoomed-out picture is then neither slow to paint
 * nor grainy.
 */
export function makeLevels(raster: Raster): (level: number) => Raster {
  const levels = [raster]
  return (level) => {
    let last = levels.at(-1) as Raster
    while (levels.length <= level && (last.columns > 1 || last.rows > 1)) {
      last = halved(last)
      levels.push(last)
    }
    return levels[Math.min(level, levels.length - 1)] as Raster
  }
}

/* Each point the mean of two by two; at an odd edge of those there are. */
function halved({ columns, rows, channels, samples }: Raster): Raster {
  const half = { columns: Math.ceil(columns / 2), rows: Math.ceil(rows / 2), channels }
  const made = sameKind(samples, half.columns * half.rows * channels)
  for (let row = 0; row < half.rows; row++) {
    const above = row * 2 * columns * channels
    const below = Math.min(row * 2 + 1, rows - 1) * columns * channels
    const into = row * half.columns * channels
    if (channels === 1) halveLine(samples, [above, below], made, into, columns)
    else for (let channel = 0; channel < channels; channel++) halveColours(samples, [above, below], made, into, columns, channel)
  }
  return { ...half, samples: made }
}

const sameKind = (samples: Samples, length: number): Samples => new (samples.constructor as new (length: number) => Samples)(length)

function halveLine(samples: Samples, [above, below]: [number, number], made: Samples, into: number, columns: number) {
  const pairs = columns >> 1
  for (let x = 0; x < pairs; x++) {
    const at = x * 2
    const sum =
      (samples[above + at] as number) +
      (samples[above + at + 1] as number) +
      (samples[below + at] as number) +
      (samples[below + at + 1] as number)
    made[into + x] = (sum + 2) >> 2
  }
  if (columns % 2 === 1) made[into + pairs] = ((samples[above + columns - 1] as number) + (samples[below + columns - 1] as number) + 1) >> 1
}

function halveColours(samples: Samples, lines: [number, number], made: Samples, into: number, columns: number, channel: number) {
  for (let x = 0; x < Math.ceil(columns / 2); x++) {
    const [left, right] = [x * 6 + channel, Math.min(x * 2 + 1, columns - 1) * 3 + channel]
    let sum = 2
    for (const line of lines) sum += (samples[line + left] as number) + (samples[line + right] as number)
    made[into + x * 3 + channel] = sum >> 2
  }
}
