/** Opens WhatsApp with the words in place; without a number the person is chosen there. */
export const whatsAppLink = (phone: string | null, body: string): string =>
  `https://wa.me/${(phone ?? '').replace(/\D/g, '')}?text=${encodeURIComponent(body)}`
