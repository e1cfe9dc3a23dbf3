import type { ReactNode } from 'react'
import { Link } from 'wouter'

/** Where a horse's record is. */
export const horseHref = (id: string): string => `/horses?horse=${id}`

/** Leads to a horse's record. */
export const HorseLink = ({ id, className, children }: { id: string; className?: string; children: ReactNode }) => (
  <Link href={horseHref(id)} className={className ?? 'link'}>
    {children}
  </Link>
)
