import { Link } from 'wouter'
import { useClient } from '#features/records/clients/web/data.ts'

/** Where a client's details are. */
export const clientHref = (id: string): string => `/clients?client=${id}`

/** A client's name, leading to their details; `N/A` when this device has no such client (Spec §2 Dashboard). */
export function ClientLink({ id, className }: { id: string | null | undefined; className?: string }) {
  const client = useClient(id)
  if (!client) return <span>{client === undefined ? '' : 'N/A'}</span>
  return (
    <Link href={clientHref(client.id)} className={className ?? 'link'}>
      {client.name}
    </Link>
  )
}
