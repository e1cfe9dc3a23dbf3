import { MessageSquare, User } from 'lucide-react'
import { flag, joined, list, many, named, nameIn, oneOf, PLACE, plain, text, type Words, whole } from '#platform/web/record-words.ts'

export const clientWords = {
  clients: {
    noun: 'client',
    title: (data) => text(data.name),
    icon: User,
    fields: {
      ...PLACE,
      name: plain('name'),
      email: plain('e-mail address'),
      phone: plain('phone number'),
      businessName: plain('business name'),
      notes: many('notes'),
      isActive: flag('active mark'),
      isBusiness: flag('business mark'),
      preferredChannel: { label: 'way to reach them', read: oneOf({ sms: 'Text', email: 'E-mail', portal: 'Portal', none: 'Not at all' }) },
      tags: { label: 'tags', isMany: true, read: list },
      payerClientId: named('payer', 'clients'),
      marketingConsentHow: {
        label: 'consent to offers',
        read: oneOf({ said: 'Said yes', written: 'Yes in writing', form: 'Yes on a form', soft_opt_in: "Customer, hasn't said no" }),
      },
      portal: { label: 'way into the portal', read: (isOn) => (isOn === false ? 'Off' : 'On') },
      portalShows: { label: 'what the portal shows them', read: whole },
      notSameAs: { label: "list of people who aren't duplicates", read: whole },
    },
  },
  sms_preferences: {
    noun: 'choice of texts',
    title: (data, reading) => joined('Texts', nameIn(reading, 'clients', data.clientId)),
    icon: MessageSquare,
    fields: {
      clientId: named('client', 'clients'),
      enableReminders: flag('reminders'),
      reminderHours: { label: 'time of reminders', read: (hours) => `${String(hours)} hours before` },
      enableUpdates: flag('texts about changes'),
      enableConfirmations: flag('confirmations'),
      nextStopsBefore: {
        label: "text before they're next",
        read: (stops) => (stops === 0 ? 'Not at all' : `${String(stops)} ${stops === 1 ? 'stop' : 'stops'} before`),
      },
    },
  },
} satisfies Words
