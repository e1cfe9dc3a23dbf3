import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import type { Shown } from '#features/core/letterhead/contract.ts'
import type { PictureKind } from '#features/core/letterhead/rules.ts'
import { useChangePicture, useLetterhead } from '#features/core/letterhead/web/data.ts'
import { NoPicture } from '#features/core/letterhead/web/smaller.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { pressed } from '#platform/web/pressed.ts'
import { serverUrl } from '#platform/web/server-url.ts'
import { reachable } from '#platform/web/sync/reach.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { FilePicker } from '#ui/FilePicker.tsx'
import { Note } from '#ui/Note.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast-store.ts'

/** The logo on the practice's papers and the farrier's picture on owners' pages, for the owner to set. */
export function LetterheadCard() {
  const { data, error } = useLetterhead()
  return (
    <Card title="Logo and picture" padded>
      {data ? (
        <div className="grid gap-6">
          <Picture kind="logo" shown={data.logo} title="Logo" about="At the top of invoices, statements and visit cards." />
          <Picture
            kind="farrier"
            shown={data.farrier}
            title="Picture of you"
            about="Owners see it by your name on every page you send them."
          />
        </div>
      ) : error ? (
        <Unknown error={error} />
      ) : (
        <SkeletonRows label="Loading the logo and the picture..." />
      )}
    </Card>
  )
}

type PictureProps = { kind: PictureKind; shown: Shown | null; title: string; about: string }

function Picture({ kind, shown, title, about }: PictureProps) {
  const input = useRef<HTMLInputElement>(null)
  const changing = useChangePicture(kind)
  const change = (file: File | null) =>
    pressed(changing, file, {
      onSuccess: () => toast({ title: file ? 'Saved' : 'Removed', description: `${title} ${file ? 'set' : 'removed'}.` }),
      onError: (fault) => toast({ title: 'Not saved', description: reasonOf(fault), variant: 'destructive' }),
    })
  return (
    <section aria-label={title} className="flex flex-wrap items-center gap-4">
      <Preview kind={kind} shown={shown} />
      <div className="min-w-48 flex-1">
        <h3 className="text-16">{title}</h3>
        <p className="text-14 text-ink-2">{about}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" busy={changing.isPending} busyLabel="Saving..." onClick={() => input.current?.click()}>
            {shown ? 'Change' : 'Choose a picture'}
          </Button>
          {shown && (
            <Button size="sm" variant="quiet" disabled={changing.isPending} onClick={() => change(null)}>
              Remove
            </Button>
          )}
        </div>
      </div>
      <FilePicker
        ref={input}
        label={`${title}: a picture`}
        accept="image/jpeg,image/png,image/webp"
        onPick={([file]) => file && change(file)}
      />
    </section>
  )
}

const SHAPE = { logo: 'h-20 w-32 rounded-md p-2', farrier: 'mx-6 size-20 rounded-full' } as const

/** A logo on white, as on paper, in the dark too. */
const Preview = ({ kind, shown }: Pick<PictureProps, 'kind' | 'shown'>) =>
  shown ? (
    <span className={`grid shrink-0 place-items-center overflow-hidden border border-line bg-[white] ${SHAPE[kind]}`}>
      <img
        src={serverUrl(shown.path)}
        alt={kind === 'logo' ? 'The logo' : 'The picture'}
        width={shown.width}
        height={shown.height}
        className={kind === 'logo' ? 'max-h-full w-auto max-w-full object-contain' : 'size-20 object-cover'}
      />
    </span>
  ) : (
    <span aria-hidden className={`grid shrink-0 place-items-center border-2 border-dashed border-line-2 text-ink-2 ${SHAPE[kind]}`}>
      <ImagePlus size={24} strokeWidth={1.5} />
    </span>
  )

const Unknown = ({ error }: { error: Error }) =>
  reachable() ? (
    <Note tone="late">{sentenceOf(error)}</Note>
  ) : (
    <p className="text-14 text-ink-2">You are offline. The logo and the picture can be changed when you have signal.</p>
  )

const reasonOf = (fault: Error) => (fault instanceof NoPicture ? fault.message : sentenceOf(fault))
