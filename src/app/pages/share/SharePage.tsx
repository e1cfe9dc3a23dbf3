import { FileDown, Link2Off } from 'lucide-react'
import { RecordShown } from '#app/pages/my/RecordShown.tsx'
import type { ShareView } from '#app/share/share-view.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { buttonClass } from '#ui/button-style.ts'
import { OwnerFrame } from '#ui/OwnerFrame.tsx'

/** A horse as its owner shows it to an outsider. */
export const SharePage = ({ view }: { view: ShareView | undefined }) => (view ? <Shown {...view} /> : <Nothing />)

function Shown({ token, practiceName, frcNumber, horse, recipient, until, record }: ShareView) {
  const at = `/share/${encodeURIComponent(token)}`
  return (
    <OwnerFrame name={practiceName} detail={frcNumber && `FRC ${frcNumber}`}>
      <h1 className="text-30 tracking-[-0.025em] [overflow-wrap:anywhere]">{horse.name}</h1>
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        {horse.about && <span className="block">{horse.about}</span>}
        <span className="block">{`Made ${recipient}.`}</span>
        <span className="block">{`This link works until ${until}.`}</span>
      </p>
      {record.photo && (
        <img
          src={serverUrl(`${at}/files/${record.photo.id}/small`)}
          alt={record.photo.words}
          className="aspect-4/3 w-full rounded-lg border border-line bg-sunken object-cover"
        />
      )}
      <a data-screen-only href={serverUrl(`${at}/record.pdf`)} className={buttonClass({ block: true })}>
        <FileDown size={20} aria-hidden />
        Save as a PDF
      </a>
      <RecordShown at={at} name={horse.name} record={record} />
      <p className="text-14 text-ink-2">{`From the records of ${practiceName}. The owner chose what you see, and can end it at any time.`}</p>
    </OwnerFrame>
  )
}

/** One page for every link that opens nothing: ended, out of time, of a horse that was sold, or never there. */
const Nothing = () => (
  <OwnerFrame name="A horse’s record">
    <div className="grid justify-items-center gap-2 px-2 py-14 text-center">
      <Link2Off size={40} strokeWidth={1.5} aria-hidden className="text-ink-2" />
      <h1>There’s nothing here</h1>
      <p className="max-w-96 text-ink-2">This link has ended, or part of it is missing. Ask whoever sent it to you for a new one.</p>
    </div>
  </OwnerFrame>
)
