/** Shows the second photo of a product card once a mouse or the focus is on the card. A finger does not hover. */
export function showSecondPhotos() {
  document.addEventListener('pointerover', ({ target, pointerType }) => pointerType === 'mouse' && show(target))
  document.addEventListener('focusin', ({ target }) => show(target))
}

function show(target: EventTarget | null) {
  const template = (target as Element).closest('a')?.querySelector<HTMLTemplateElement>('template[data-second-photo]')
  template?.replaceWith(template.content)
}
