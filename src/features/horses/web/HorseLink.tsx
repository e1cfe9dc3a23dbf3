import { Link } from 'wouter'
import { useHorse } from '#features/horses/web/data.ts'

/** Where a horse's record is. */
export const horseHref = (id: string): string => `/horses?horse=${id}`

/** A horse's name, leading to its record; `N/A` when this device has no such horse. */
export function HorseLink({ id, className }: { id: string | null | undefined; className?: string }) {
  const horse = useHorse(id)
  if (!horse) return <span>{horse === undefined ? '' : 'N/A'}</span>
  return (
    <Link href={horseHref(horse.id)} className={className ?? 'link'}>
      {horse.name}
    </Link>
  )
}
