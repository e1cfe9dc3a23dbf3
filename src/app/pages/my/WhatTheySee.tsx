import { inList, LONGEST_REG } from '#features/records/guests/care-rules.ts'
import type { Invited } from '#features/records/guests/rules.ts'
import { dayAndYear } from '#lib/dates.ts'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'

/** What an invited person would see, to read before they say yes. */
export const WhatTheySee = ({ invited }: { invited: Invited }) => <p className="[overflow-wrap:anywhere]">{seen(invited)}</p>

/** Of a vet or a para-professional: what goes with their yes, inside its form. */
export const RegNumber = ({ invited }: { invited: Invited }) =>
  invited.care && (
    <Field label="Your registration number" help="If you have one. The owner and the farrier read it as you write it; nobody checks it.">
      <TextInput name="registration" autoComplete="off" maxLength={LONGEST_REG} />
    </Field>
  )

function seen({ role, practiceName, client, horse, seesMoney, mayAnswer, care }: Invited): string {
  if (care) {
    const from = care.backToOn ? ` from ${dayAndYear(care.backToOn)} on` : ''
    return `You’d see ${client}’s ${inList(care.horses)}${from}, until ${dayAndYear(care.untilOn)}: what ${practiceName} did, the feet, findings, photos, films and files, how to handle the horse, and the day of its next visit. ${client} agreed to it, can end it at any time, and sees when you look. No bills, and nothing of any other horse.`
  }
  if (role === 'sharer')
    return `You’d see ${horse}: how it’s shod, its photos and its coming visits with ${practiceName}${mayAnswer ? ', and you can answer about them' : ''}. No bills, and nothing of any other horse.`
  if (role === 'helper')
    return `You’d help ${client} with ${practiceName}: their horses, visits and messages${seesMoney ? ', and their bills' : ', but no bills'}.`
  return `You’d see when ${practiceName} comes to your yard, and which horses to have in. No bills, no records, and nothing about whose they are.`
}
