import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ClientsPreviewCard } from '#features/imports/web/ClientsPreviewCard.tsx'
import { previewClients, previewVisits, readChosen } from '#features/imports/web/data.ts'
import { FileDrop } from '#features/imports/web/FileDrop.tsx'
import { VisitsPreviewCard } from '#features/imports/web/VisitsPreviewCard.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { Card } from '#ui/Card.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Note } from '#ui/Note.tsx'
import { Page, PageHeader } from '#ui/PageHeader.tsx'

/** Bring contacts and a diary from another program: choose a file, look at what it would add, add it. */
export function ImportPage() {
  const [done, setDone] = useState<string>()
  const reading = useMutation({ mutationFn: read })
  const again = () => {
    reading.reset()
    setDone(undefined)
  }
  const finish = (sentence: string) => {
    reading.reset()
    setDone(sentence)
  }
  const preview = reading.data
  return (
    <Page>
      <PageHeader title="Bring what you have" subtitle="Contacts and your diary, from your phone or another program. Nobody is texted." />
      {done && (
        <Note tone="ok" live>
          <p className="font-bold">{done}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <LinkButton href="/clients">See clients</LinkButton>
            <LinkButton href="/calendar">See the diary</LinkButton>
          </div>
        </Note>
      )}
      {!preview && <FileDrop isReading={reading.isPending} onChoose={(file) => reading.mutate(file)} />}
      {reading.error && (
        <Note tone="late" live>
          {whyNot(reading.error)} Nothing was changed.
        </Note>
      )}
      {!preview && <HowTo />}
      {preview?.kind === 'clients' && <ClientsPreviewCard {...preview} onCancel={again} onDone={finish} />}
      {preview?.kind === 'visits' && <VisitsPreviewCard {...preview} onCancel={again} onDone={finish} />}
    </Page>
  )
}

async function read(chosen: File) {
  const file = await readChosen(chosen)
  return file.kind === 'clients'
    ? { kind: file.kind, file, preview: await previewClients(file) }
    : { kind: file.kind, file, preview: await previewVisits(file) }
}

const whyNot = (error: Error) => (error.name === 'Error' ? error.message : sentenceOf(error))

const HowTo = () => (
  <div className="grid gap-3.5 md:grid-cols-2">
    <Card title="Contacts" padded>
      <ul className="grid list-disc gap-2 pl-5">
        <li>iPhone: Contacts, Lists, hold a list, Export. Send yourself the file.</li>
        <li>Android and Google: contacts.google.com, Export, vCard.</li>
        <li>Outlook: select the people, Forward contact as business card, and save the .vcf.</li>
      </ul>
    </Card>
    <Card title="Diary" padded>
      <ul className="grid list-disc gap-2 pl-5">
        <li>Google Calendar: Settings, Import and export, Export. Unzip and choose the .ics.</li>
        <li>iPhone: icloud.com, Calendar, share as public, and open the link in a browser.</li>
        <li>Outlook: File, Save Calendar. A year back and a year ahead is read.</li>
      </ul>
    </Card>
  </div>
)
