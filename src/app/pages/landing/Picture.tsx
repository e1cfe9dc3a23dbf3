import { cx } from '#ui/cx.ts'

type Props = {
  /** As `scripts/pictures.ts` names it. */
  name: 'round' | 'queue' | 'horses' | 'calendar'
  alt: string
  /** Not loaded before it is near. */
  isLazy?: boolean
  className?: string
}

/** Widths made of each picture, and its shape. */
const SIZES = {
  round: { widths: [300, 600], width: 375, height: 812, sizes: '300px' },
  queue: { widths: [300, 600], width: 375, height: 812, sizes: '300px' },
  horses: { widths: [640, 1280], width: 1280, height: 800, sizes: '(min-width: 1024px) 620px, 100vw' },
  calendar: { widths: [640, 1280], width: 1280, height: 800, sizes: '(min-width: 1024px) 620px, 100vw' },
} as const

/** A picture of the product as it is, in the reader's own theme. */
export function Picture({ name, alt, isLazy = false, className }: Props) {
  const { widths, width, height, sizes } = SIZES[name]
  const set = (theme: 'light' | 'dark') => widths.map((each) => `/pictures/${name}-${theme}-${each}.webp ${each}w`).join(', ')
  return (
    <picture>
      <source type="image/webp" media="(prefers-color-scheme: dark)" srcSet={set('dark')} sizes={sizes} />
      <img
        src={`/pictures/${name}-light-${widths[0]}.webp`}
        srcSet={set('light')}
        sizes={sizes}
        width={width}
        height={height}
        alt={alt}
        loading={isLazy ? 'lazy' : 'eager'}
        decoding="async"
        className={cx('block h-auto w-full', className)}
      />
    </picture>
  )
}

/** A phone around a picture of a phone's screen. */
export const Phone = ({ className, ...picture }: Props) => (
  <div className={cx('rounded-[42px] border border-forge-line bg-[#05080b] p-[11px] shadow-drag', className)}>
    <div className="overflow-hidden rounded-[31px]">
      <Picture {...picture} />
    </div>
  </div>
)
