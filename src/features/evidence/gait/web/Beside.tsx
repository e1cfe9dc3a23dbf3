import { Download, ExternalLink } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { cx } from '#ui/cx.ts'
import { ErrorState } from '#ui/EmptyState.tsx'
import { Field } from '#ui/Field.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Select } from '#ui/Select.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'

/** A report or a video that can be shown next to the plot. */
export type BesideFile = { id: string; label: string; kind: 'pdf' | 'video'; load: () => Promise<Blob> }

/** A file to view with the plot: next to it where there is room, else under it. */
export function Beside({ files }: { files: readonly BesideFile[] }) {
  const [id, setId] = useState('')
  const file = files.find((each) => each.id === id)
  const options = [{ value: '', label: 'Nothing' }, ...files.map(({ id, label }) => ({ value: id, label }))]
  return (
    <section
      aria-label="Beside the plot"
      className={cx(
        'grid shrink-0 content-start gap-4 border-t border-line bg-ground px-4 py-4 md:px-6 xl:overflow-y-auto xl:border-t-0 xl:border-l',
        file ? 'xl:w-[min(40%,560px)]' : 'xl:w-72',
      )}
    >
      <Field label="Beside the plot">
        <Select options={options} value={id} onChange={(event) => setId(event.target.value)} />
      </Field>
      {file && <Opened key={file.id} file={file} />}
    </section>
  )
}

function Opened({ file }: { file: BesideFile }) {
  const { url, hasFailed, again } = useAddress(file)
  if (hasFailed)
    return (
      <ErrorState title="This file isn’t available now" onRetry={again}>
        It isn't on this device. It can be fetched when you have signal.
      </ErrorState>
    )
  if (!url) return <SkeletonRows label="Fetching the file..." rows={2} />
  // biome-ignore lint/a11y/useMediaCaption: a horse trotting up has no speech
  if (file.kind === 'video') return <video controls playsInline src={url} aria-label={file.label} className="w-full rounded-lg bg-forge" />
  return <Paper url={url} name={file.label} />
}

/* The security policy shows nothing in a frame, so that no file can pass for a page of ours. */
const Paper = ({ url, name }: { url: string; name: string }) => (
  <div className="grid gap-3">
    <p className="text-ink-2">The report opens in its own tab. Put it beside this window to read both.</p>
    <div className="flex flex-wrap gap-2">
      <LinkButton href={url} target="_blank" rel="noreferrer" icon={ExternalLink}>
        Open in a new tab
      </LinkButton>
      <LinkButton href={url} download={/\.pdf$/i.test(name) ? name : `${name}.pdf`} variant="quiet" icon={Download}>
        Save
      </LinkButton>
    </div>
  </div>
)

/* `load` is called once for each file and each try: the caller may build its list again at every render. */
function useAddress({ load }: BesideFile) {
  const [tries, setTries] = useState(0)
  const [first] = useState(() => load)
  const [url, setUrl] = useState<string>()
  const [hasFailed, setFailed] = useState(false)
  const again = useCallback(() => setTries((count) => count + 1), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is the same file fetched again
  useEffect(() => {
    let made: string | undefined
    let isGone = false
    setFailed(false)
    first()
      .then((blob) => {
        if (isGone) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      })
      .catch(() => !isGone && setFailed(true))
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [first, tries])
  return { url, hasFailed, again }
}
