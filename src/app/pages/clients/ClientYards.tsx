import { MapPin } from 'lucide-react'
import { Link } from 'wouter'
import { useYards } from '#features/records/yards/web/data.ts'
import { canon } from '#lib/ids.ts'

/** The yards a client answers or pays for; nothing when there are none. */
export function ClientYards({ clientId }: { clientId: string }) {
  const id = canon(clientId)
  const yards = useYards()?.filter((yard) => yard.contactClientId === id || yard.payerClientId === id) ?? []
  if (yards.length === 0) return null
  return (
    <section aria-label="Yards">
      <h3 className="text-16">Yards</h3>
      <ul className="mt-1 grid gap-1">
        {yards.map((yard) => (
          <li key={yard.id} className="flex items-center gap-2">
            <MapPin size={20} aria-hidden className="shrink-0 text-ink-2" />
            <span className="min-w-0">
              <Link href={`/yards?yard=${yard.id}`} className="link">
                {yard.name}
              </Link>
              {[yard.contactClientId === id && 'contact', yard.payerClientId === id && 'pays'].filter(Boolean).map((what) => `, ${what}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
