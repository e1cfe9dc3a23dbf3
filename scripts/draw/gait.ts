import { mix, randomOf } from './pen.ts'

const HERTZ = 50
const SECONDS = 12
/** Strides a second at a trot. */
const STRIDES = 1.32
const PEAK_NEWTON = 5150
/** The off fore is loaded a little less: the horse is one tenth lame. */
const LESS = 0.94

/** A trot over a pressure mat: the force on each fore, and how far the near fetlock bends. */
export function drawGait(): string {
  const random = randomOf('gait')
  const rows = Array.from({ length: HERTZ * SECONDS }, (_, at) => {
    const seconds = at / HERTZ
    const stride = (seconds * STRIDES) % 1
    const [near, off] = [force(stride), force((stride + 0.5) % 1) * LESS]
    const noise = () => (random() - 0.5) * 40
    const fetlock = 142 + 46 * (near / PEAK_NEWTON) - 22 * Math.max(0, Math.sin((stride - 0.45) * 2 * Math.PI)) + (random() - 0.5)
    return [seconds.toFixed(2), at0(near, noise()), at0(off, noise()), fetlock.toFixed(1)].join(',')
  })
  const head = [
    'Made up for the demo of Pritchel',
    'Surface,Concrete',
    'Gait,Trot',
    '',
    'Time (s),Near fore (N),Off fore (N),Near fore fetlock (deg)',
  ]
  return `${[...head, ...rows].join('\n')}\n`
}

/** On the ground for two fifths of a stride. */
const force = (stride: number): number => (stride < 0.4 ? PEAK_NEWTON * Math.sin((stride / 0.4) * Math.PI) ** mix(1, 1.2, stride) : 0)
const at0 = (newton: number, noise: number): string => (newton > 0 ? Math.max(0, newton + noise) : 0).toFixed(0)
