import { coatOf } from '#ui/coats.ts'
import { cx } from '#ui/cx.ts'
import { HorseHeadIcon } from '#ui/icons.tsx'
import { initialsOf } from '#ui/initials.ts'

type Size = 'sm' | 'md' | 'lg'
const SIZE: Record<Size, string> = { sm: 'size-8 text-14', md: 'size-10 text-14', lg: 'size-16 text-18' }

/** A person: a circle with their picture, or the first letters of their first and last names. The name is next to it in words. */
export function PersonAvatar({ name, imageUrl, size = 'md' }: { name: string; imageUrl?: string | null | undefined; size?: Size }) {
  const look = cx('grid shrink-0 place-items-center overflow-hidden rounded-full bg-neutral-tint font-bold text-ink', SIZE[size])
  if (imageUrl) return <img src={imageUrl} alt="" className={cx(look, 'object-cover')} />
  return (
    <span aria-hidden className={look}>
      {initialsOf(name)}
    </span>
  )
}

/** A horse: a square tinted by its coat ("bay", "dark liver chestnut", "palomino"), with a head. */
export function HorseAvatar({ color, size = 'md' }: { color?: string | null | undefined; size?: Size }) {
  const coat = coatOf(color)
  return (
    <span
      aria-hidden
      className={cx('grid shrink-0 place-items-center rounded-lg', SIZE[size])}
      style={{ background: coat.tint, color: coat.ink }}
    >
      <HorseHeadIcon size={{ sm: 22, md: 27, lg: 42 }[size]} />
    </span>
  )
}
