import { cx } from '#ui/cx.ts'

/** As `scripts/pictures.ts` names them. */
type PhoneName = 'round' | 'closeout' | 'invoice' | 'queue' | 'offline'
type DeskName = 'calendar' | 'tax'

type Props = {
  alt: string
  /** Not loaded before it is near. */
  isLazy?: boolean
  className?: string
}

const PHONE = { widths: [300, 600], width: 390, height: 844, sizes: '300px' } as const
const DESK = { widths: [640, 1280], width: 1280, height: 800, sizes: '(min-width: 1024px) 540px, 100vw' } as const
const DARK = '(prefers-color-scheme: dark)'
const NARROW = '(max-width: 767px)'

/** A picture of a phone's screen, as it is, in the reader's own theme. */
const PhonePicture = ({ name, alt, isLazy = false, className }: Props & { name: PhoneName }) => (
  <picture>
    <Source name={name} theme="dark" size={PHONE} media={DARK} />
    <Image name={name} size={PHONE} alt={alt} isLazy={isLazy} className={className} />
  </picture>
)

/** The same of a desktop's screen; on a phone it is the phone's screen, upright. */
export const DeskPicture = ({ name, alt, isLazy = false, className }: Props & { name: DeskName }) => (
  <picture>
    <Source name={`${name}-phone`} theme="dark" size={PHONE} media={`${NARROW} and ${DARK}`} />
    <Source name={`${name}-phone`} theme="light" size={PHONE} media={NARROW} />
    <Source name={name} theme="dark" size={DESK} media={DARK} />
    <Image name={name} size={DESK} alt={alt} isLazy={isLazy} className={className} />
  </picture>
)

type Size = typeof PHONE | typeof DESK
type SourceProps = { name: string; theme: 'light' | 'dark'; size: Size; media: string }

const Source = ({ name, theme, size, media }: SourceProps) => (
  <source type="image/webp" media={media} srcSet={setOf(name, theme, size)} sizes={size.sizes} width={size.width} height={size.height} />
)

const Image = ({
  name,
  size,
  alt,
  isLazy,
  className,
}: {
  name: string
  size: Size
  alt: string
  isLazy: boolean
  className: string | undefined
}) => (
  <img
    src={`/pictures/${name}-light-${size.widths[0]}.webp`}
    srcSet={setOf(name, 'light', size)}
    sizes={size.sizes}
    width={size.width}
    height={size.height}
    alt={alt}
    loading={isLazy ? 'lazy' : 'eager'}
    decoding="async"
    className={cx('block h-auto w-full', className)}
  />
)

const setOf = (name: string, theme: string, { widths }: Size) =>
  widths.map((width) => `/pictures/${name}-${theme}-${width}.webp ${width}w`).join(', ')

/** A phone around a picture of a phone's screen. */
export const Phone = ({ className, ...picture }: Props & { name: PhoneName }) => (
  <div className={cx('rounded-[42px] border border-forge-line bg-[#05080b] p-[11px] shadow-drag', className)}>
    <div className="overflow-hidden rounded-[31px]">
      <PhonePicture {...picture} />
    </div>
  </div>
)
