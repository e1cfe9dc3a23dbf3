import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportedClient } from '#features/imports/contract.ts'
import { type ClientsPreview, importClients, type PreviewProps } from '#features/imports/web/data.ts'
import { PreviewFooter, PreviewRow, Unreadable } from '#features/imports/web/PreviewRow.tsx'
import { sentenceOf } from '#platform/web/api.ts'
import { syncNow } from '#platform/web/sync.ts'
import { Badge } from '#ui/Badge.tsx'
import { Card } from '#ui/Card.tsx'
import { Select } from '#ui/Select.tsx'

type Choice = 'add' | 'join' | 'skip'

/** What an address book would add, each contact with a choice; one that looks like somebody known is proposed to be filled in. */
export function ClientsPreviewCard({ file, preview, onCancel, onDone }: PreviewProps<ClientsPreview>) {
  const [choices, setChoices] = useState(() => preview.clients.map(proposed))
  const chosen = (choice: Choice) => choices.flatMap((each, index) => (each === choice ? [index] : []))
  const importing = useMutation({
    mutationFn: () => importClients(file, { skip: chosen('skip'), join: chosen('join') }),
    onSuccess({ added, joined, skipped }) {
      void syncNow()
      onDone(`${count(added, 'client')} added, ${joined} filled in, ${skipped} left out.`)
    },
  })
  const wanted = choices.length - chosen('skip').length
  return (
    <Card title={`${count(preview.clients.length, 'contact')} in ${file.name}`}>
      <Unreadable sentences={preview.unreadable} />
      <ul className="divide-y divide-line">
        {preview.clients.map((client) => (
          <PreviewRow
            key={client.index}
            title={client.name}
            details={[client.businessName, client.phone, client.email, client.address, client.postcode]}
            warnings={client.warnings}
            isOut={choices[client.index] === 'skip'}
            badge={client.duplicateOf && <Badge tone="due">{twinOf(client.duplicateOf)}</Badge>}
          >
            <Select
              aria-label={`What to do with ${client.name}`}
              value={choices[client.index] ?? 'add'}
              onChange={(event) => setChoices(choices.with(client.index, event.target.value as Choice))}
              options={[
                { value: 'add', label: client.duplicateOf ? 'Add as another' : 'Add' },
                ...(client.duplicateOf ? [{ value: 'join', label: 'Fill in what is missing' }] : []),
                { value: 'skip', label: 'Leave out' },
              ]}
            />
          </PreviewRow>
        ))}
      </ul>
      <PreviewFooter
        label={wanted === 0 ? 'Nothing chosen' : `Bring in ${count(wanted, 'contact')}`}
        isDisabled={wanted === 0}
        isBusy={importing.isPending}
        error={importing.error && sentenceOf(importing.error)}
        onCancel={onCancel}
        onConfirm={() => importing.mutate()}
      />
    </Card>
  )
}

const proposed = (client: ImportedClient): Choice => (client.duplicateOf ? 'join' : 'add')

const twinOf = ({ id, name, because }: NonNullable<ImportedClient['duplicateOf']>) =>
  `Same ${because === 'email' ? 'e-mail' : because} as ${name}${id ? '' : ' above'}`

const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
