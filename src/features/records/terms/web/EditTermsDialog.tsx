import { Plus, Scale, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { TermsSection, TermsVersion } from '#features/records/terms/contract.ts'
import { SAMPLE_TERMS } from '#features/records/terms/rules.ts'
import { useRefetch, writeTerms } from '#features/records/terms/web/data.ts'
import { sentenceOf } from '#platform/web/api.ts'
import { dropDraft, keepDraft, readDraft } from '#platform/web/session/drafts.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { Note } from '#ui/Note.tsx'
import { TextArea } from '#ui/TextArea.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import { toast } from '#ui/toast-store.ts'

type Draft = TermsSection & { key: number }
type Props = { version: TermsVersion | null; onClose: () => void }

/** Writes a new version of the terms; `version` null: the sample is what it begins with. Mount it to open it. */
export function EditTermsDialog({ version, onClose }: Props) {
  const refetch = useRefetch()
  const saved = draftOf(version?.sections ?? SAMPLE_TERMS)
  const draft = `terms-after-${version?.termsVersion ?? 'the-sample'}`
  const [typed, setTyped] = useState(() => readDraft(draft)?.sections as Draft[] | undefined)
  const [wasTyped, setWasTyped] = useState(typed !== undefined)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<string>()
  const sections = typed ?? saved
  const setSections = (next: Draft[]) => {
    setTyped(next)
    keepDraft(draft, { sections: next })
  }
  const startAgain = () => {
    setTyped(undefined)
    setWasTyped(false)
    dropDraft(draft)
  }
  const change = (key: number, words: Partial<TermsSection>) =>
    setSections(sections.map((section) => (section.key === key ? { ...section, ...words } : section)))
  const add = () => setSections([...sections, { key: Math.max(-1, ...sections.map(({ key }) => key)) + 1, title: '', text: '' }])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const words = sections.map(({ title, text }) => ({ title: title.trim(), text: text.trim() }))
    if (words.length === 0 || words.some(({ title, text }) => !title || !text))
      return setFailure('Every section needs a heading and some text.')
    setSaving(true)
    try {
      const { termsVersion } = await writeTerms(words)
      dropDraft(draft)
      await refetch()
      toast({
        title: `Version ${termsVersion} is in force`,
        description: "Anyone who accepted an earlier version keeps it. Send the new one to those it's for.",
      })
      onClose()
    } catch (error) {
      setFailure(sentenceOf(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <FormDialog
      title="Your terms of business"
      submitLabel="Put in force"
      size="lg"
      isSaving={isSaving}
      failure={failure}
      onStartAgain={wasTyped ? startAgain : undefined}
      onClose={onClose}
      onSubmit={(event) => save(event)}
    >
      <div className="grid gap-5">
        <Note icon={Scale}>
          <b className="block">Most owners are consumers, and a term must be fair to them.</b>A charge can cover what you really lose, and
          no more; nothing if somebody else takes the slot. Interest at 8% above the base rate is for businesses.
        </Note>
        {sections.map(({ key, title, text }, at) => (
          <fieldset key={key} className="grid gap-3 rounded-lg border border-line p-3.5">
            <legend className="px-1 text-14 text-ink-2">{`Section ${at + 1}`}</legend>
            <Field label="Heading">
              <TextInput value={title} maxLength={120} onChange={({ target }) => change(key, { title: target.value })} />
            </Field>
            <Field label="Words" help={at === 0 ? 'Each line is a paragraph. Lines like “Trim: £35” become a price list.' : undefined}>
              <TextArea value={text} rows={4} maxLength={10_000} onChange={({ target }) => change(key, { text: target.value })} />
            </Field>
            <Button
              variant="quiet"
              size="sm"
              icon={Trash2}
              className="w-fit"
              aria-label={`Remove section ${at + 1}, ${title}`}
              onClick={() => setSections(sections.filter((section) => section.key !== key))}
            >
              Remove
            </Button>
          </fieldset>
        ))}
        <Button icon={Plus} className="w-fit" onClick={add}>
          Add a section
        </Button>
      </div>
    </FormDialog>
  )
}

const draftOf = (sections: readonly TermsSection[]): Draft[] => sections.map((section, key) => ({ ...section, key }))
