import { BEFORE_AFTER } from '#app/pages/landing/before-after.ts'

/**
 * Two photos of one foot. Without script they stand side by side; with it one lies over the other, and a slider shows more of either
 * (`before-after.ts`). The box is the same in both, so that nothing moves.
 */
export const BeforeAfter = () => (
  <figure className="m-0">
    <div
      {...{ [BEFORE_AFTER]: '' }}
      className="group relative grid aspect-[4/3] grid-cols-2 gap-1 overflow-hidden rounded-xl border border-line-2 bg-sunken has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-focus"
    >
      <Half name="before" alt="The near fore of a horse from the side, before" label="Before" />
      <Half name="after" alt="The same foot, after" label="After" isOver />
    </div>
    <figcaption className="mt-2 text-14 text-ink-2">One foot, months apart. Drawn for the demo.</figcaption>
  </figure>
)

type HalfProps = { name: 'before' | 'after'; alt: string; label: string; isOver?: boolean }

const Half = ({ name, alt, label, isOver = false }: HalfProps) => (
  <div
    className={`relative min-h-0 group-data-[slides]:absolute group-data-[slides]:inset-0 ${isOver ? 'group-data-[slides]:[clip-path:inset(0_0_0_var(--cut))]' : ''}`}
  >
    <img
      src={`/pictures/hoof-${name}-480.webp`}
      srcSet={`/pictures/hoof-${name}-480.webp 480w, /pictures/hoof-${name}-960.webp 960w`}
      sizes="(min-width: 1024px) 620px, 100vw"
      width={960}
      height={720}
      alt={alt}
      loading="lazy"
      decoding="async"
      className="absolute inset-0 size-full object-cover"
    />
    <span className={`absolute top-3 rounded-md bg-forge px-2.5 py-1 text-14 font-medium text-on-forge ${isOver ? 'right-3' : 'left-3'}`}>
      {label}
    </span>
  </div>
)
