import { Copy, Download, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type FootName, footWords } from '#features/core/practice/foot-names.ts'
import { useFootScheme } from '#features/core/practice/web/use-foot-scheme.ts'
import { feetToCompare, overTime, viewLabel } from '#features/evidence/files/views.ts'
import type { KnownFile } from '#features/evidence/files/web/data.ts'
import { useBeforeAfter } from '#features/evidence/files/web/use-before-after.ts'
import { dayTaken } from '#features/evidence/files/web/use-photo-name.ts'
import { mayPost } from '#features/office/posts/rules.ts'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import type { PhotoUse } from '#features/records/photo-consents/contract.ts'
import { mayUsePhotos, PHOTO_USES, USE_NAMES } from '#features/records/photo-consents/rules.ts'
import { usePhotoConsents } from '#features/records/photo-consents/web/data.ts'
import { PhotoConsentsCard } from '#features/records/photo-consents/web/PhotoConsentsCard.tsx'
import { useGivenAway } from '#features/records/photo-consents/web/use-given-away.ts'
import { capital } from '#lib/capital.ts'
import { copyText } from '#platform/web/device/clipboard.ts'
import { saveFile } from '#platform/web/device/save-file.ts'
import { useToday } from '#platform/web/use-today.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Select } from '#ui/Select.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { toast } from '#ui/toast-store.ts'

const NewPostPanel = lazy(() => import('#features/office/posts/web/NewPostPanel.tsx').then((module) => ({ default: module.NewPostPanel })))

type Props = { horse: KnownHorse; photos: readonly KnownFile[]; onClose: () => void }

/** A picture of two photos of a foot that may be shown to others, with words for it: only under its owner's live consent. Works offline. */
export function BeforeAfterDialog({ horse, photos, onClose }: Props) {
  const today = useToday()
  const consents = usePhotoConsents(horse.clientId)
  const uses = PHOTO_USES.filter((use) => mayUsePhotos(consents ?? [], horse, use))
  const making = useMaking(photos, uses.length > 0)
  const [words, setWords] = useState('')
  const [isPosting, setPosting] = useState(false)
  const { foot, before, after, drawn } = making
  if (isPosting && drawn && foot && before && after)
    return (
      <Suspense>
        <NewPostPanel {...{ horse, drawn, words, onClose }} of={{ foot, before, after }} />
      </Suspense>
    )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Before and after"
      description="A picture to show to others, made of two photos of a foot."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {mayPost(consents ?? [], horse, today) && (
            <Button variant="primary" icon={Send} disabled={!drawn} onClick={() => setPosting(true)}>
              Make a post
            </Button>
          )}
        </>
      }
    >
      {consents && (
        <div className="grid gap-4">
          <Agreed horse={horse} uses={uses} />
          {uses.length > 0 && (
            <>
              <Choosing making={making} />
              <Words {...{ horse, words, setWords }} alt={making.alt} picture={drawn?.picture} />
            </>
          )}
        </div>
      )}
    </Dialog>
  )
}

function Agreed({ horse, uses }: { horse: KnownHorse; uses: readonly PhotoUse[] }) {
  const name = horse.client?.name ?? 'The owner'
  const asking = <PhotoConsentsCard clientId={horse.clientId} horseId={horse.id} />
  if (uses.length === 0)
    return (
      <>
        <Note tone="due">{`${name} hasn’t agreed to photos in public. Ask, or record what they said.`}</Note>
        {asking}
      </>
    )
  return (
    <>
      <Note tone="ok">{`Agreed: ${uses.map((use) => USE_NAMES[use].toLowerCase()).join(', ')}. Nothing else.`}</Note>
      {!uses.includes('social') && asking}
    </>
  )
}

type Making = ReturnType<typeof useMaking>

/** Which foot and which two photos of it, and the picture made of them. */
function useMaking(photos: readonly KnownFile[], mayDraw: boolean) {
  const scheme = useFootScheme()
  const feet = feetToCompare(photos)
  const [foot, setFoot] = useState<FootName | undefined>(feet[0])
  const ofFoot = foot ? overTime(photos, foot) : []
  const [chosen, choose] = useState<{ before?: string; after?: string }>({})
  const before = ofFoot.find(({ id }) => id === chosen.before) ?? ofFoot[0]
  const after = ofFoot.find(({ id }) => id === chosen.after) ?? ofFoot.at(-1)
  const isPair = before !== undefined && after !== undefined && before.id !== after.id
  const drawn = useBeforeAfter(mayDraw && isPair ? before : undefined, mayDraw && isPair ? after : undefined)
  const alt = foot ? `The ${footWords(foot, scheme)} of a horse, before on the left and after on the right` : ''
  return { scheme, feet, foot, setFoot, ofFoot, chosen, choose, before, after, isPair, drawn, alt }
}

function Choosing({ making }: { making: Making }) {
  const { scheme, feet, foot, setFoot, ofFoot, chosen, choose, before, after, isPair, drawn, alt } = making
  const options = ofFoot.map((photo) => ({
    value: photo.id,
    label: [dayTaken(photo), photo.view && viewLabel(photo.view)].filter(Boolean).join(', '),
  }))
  return (
    <>
      <Field label="Foot">
        <Select
          value={foot ?? ''}
          options={feet.map((one) => ({ value: one, label: capital(footWords(one, scheme)) }))}
          onChange={({ target }) => setFoot(target.value as FootName)}
        />
      </Field>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Before">
          <Select value={before?.id ?? ''} options={options} onChange={({ target }) => choose({ ...chosen, before: target.value })} />
        </Field>
        <Field label="After">
          <Select value={after?.id ?? ''} options={options} onChange={({ target }) => choose({ ...chosen, after: target.value })} />
        </Field>
      </div>
      {drawn?.url && <img src={drawn.url} alt={alt} className="w-full rounded-lg" />}
      {drawn === null && <Note tone="due">One of these photos is on the server. Open this when you have signal.</Note>}
      {!isPair && <Note tone="due">Choose two different photos.</Note>}
    </>
  )
}

type WordsProps = { horse: KnownHorse; words: string; setWords: (words: string) => void; alt: string; picture: Blob | undefined }

/** The words beside the picture, what they may give away, and what lets it leave by the farrier's own hand. */
function Words({ horse, words, setWords, alt, picture }: WordsProps) {
  const [isChecked, check] = useState(false)
  const warnings = useGivenAway(horse, words)
  return (
    <>
      <Field label="Words" optional>
        <TextArea rows={3} maxLength={2000} value={words} onChange={({ target }) => setWords(target.value)} />
      </Field>
      {warnings.length > 0 && (
        <Note tone="late" live>
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
          <p>They agreed that it’s left out.</p>
        </Note>
      )}
      <p className="text-14 text-ink-2">{`For people who can’t see the picture: “${alt}”.`}</p>
      <Checkbox
        label="No person can be recognised in it, or each of them has agreed"
        checked={isChecked}
        onChange={({ target }) => check(target.checked)}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          icon={Download}
          disabled={!picture || !isChecked}
          onClick={() => picture && saveFile({ name: 'before-and-after.jpg', content: picture })}
        >
          Save the picture
        </Button>
        <Button icon={Copy} onClick={() => copy([words.trim(), alt].filter(Boolean).join('\n\n'))}>
          Copy the words
        </Button>
      </div>
    </>
  )
}

const copy = (text: string) =>
  copyText(text).then(
    () => toast({ title: 'Copied', description: 'The words, then the description of the picture.' }),
    () => toast({ variant: 'destructive', title: 'Not copied', description: 'This device doesn’t let words be copied.' }),
  )
