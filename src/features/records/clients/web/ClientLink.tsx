import { Link } from 'wouter'
import { useClient } from '#features/records/clients/web/data.ts'

/** Where a client's details are. */
export const clientHref = (id: string): string => `/clients?client=${id}`

type Props = { id: string | null | undefined; className?: string; otherwise?: string }

/** A client's name, leading to their details; `otherwise` when this device has no such client (`N/A`: Spec §2 Dashboard). */
export function ClientLink({ id, className, otherwise = 'N/A' }: Props) {
  const client = useClient(id)
  if (!client) return <span>{client === undefined ? '' : otherwise}</span>
  return (
    <Link href={clientHref(client.id)} className={className ?? 'link'}>
      {client.name}
    </Link>
  )
}
