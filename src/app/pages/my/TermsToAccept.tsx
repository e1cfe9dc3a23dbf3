import { ChevronRight, FileText } from 'lucide-react'

type Props = { slug: string; name: string; clients: readonly { id: string; name: string }[] }

/** Leads an owner to terms they must accept; nothing where there are none. One line for each client they are there for. */
export const TermsToAccept = ({ slug, name, clients }: Props) =>
  clients.map((client) => (
    <a
      key={client.id}
      href={`/my/at/${slug}/terms?for=${client.id}`}
      className="flex min-h-14 items-center gap-3 rounded-lg border border-line-2 bg-surface px-4 py-2 text-ink no-underline"
    >
      <FileText size={20} aria-hidden className="shrink-0 text-ink-2" />
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <b className="block">Terms to read and accept</b>
        <span className="text-14 text-ink-2">{clients.length > 1 ? `From ${name}, for ${client.name}` : `From ${name}`}</span>
      </span>
      <ChevronRight size={20} aria-hidden className="shrink-0 text-ink-2" />
    </a>
  ))
