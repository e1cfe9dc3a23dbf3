import type { ShareShown } from '#app/my/share-view.ts'
import { buttonClass } from '#ui/button-style.ts'
import { Card } from '#ui/Card.tsx'

/** Links by which outsiders see a horse of theirs, each with its end; those that are over beneath. Nothing where there are none. */
export const MyShares = ({ shares, id }: { shares: readonly ShareShown[]; id?: string }) => {
  const [open, over] = [shares.filter(({ isOpen }) => isOpen), shares.filter(({ isOpen }) => !isOpen)]
  if (shares.length === 0) return null
  return (
    <div id={id}>
      <Card title="Links">
        {open.length === 0 && <p className="p-4 text-ink-2">None is open.</p>}
        <List shares={open} />
        {over.length > 0 && (
          <details className="border-t border-line">
            <summary className="min-h-12 px-4 py-3 font-medium">Over ({over.length})</summary>
            <List shares={over} />
          </details>
        )}
      </Card>
    </div>
  )
}

const List = ({ shares }: { shares: readonly ShareShown[] }) => (
  <ul>
    {shares.map((share) => (
      <li key={share.id} className="grid gap-2 border-line px-4 py-3 not-first:border-t">
        <p className="[overflow-wrap:anywhere]">
          <b className="block">{`${share.horse}, ${share.recipient}`}</b>
          <span className="block">{share.standing}</span>
          <span className="block text-14 text-ink-2">{share.opened}</span>
          <span className="block text-14 text-ink-2">{share.shows}</span>
        </p>
        {share.mayEnd && (
          <form method="post" action={`/my/at/${share.slug}/shares/${share.id}/end`}>
            <button type="submit" className={buttonClass({ variant: 'danger' })}>
              End now
            </button>
          </form>
        )}
      </li>
    ))}
  </ul>
)
