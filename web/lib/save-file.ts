/** Hands a file to the browser, which saves it under this name. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** Saves the page with a person's data. */
export const saveDataPage = (page: string) =>
  saveFile(new Blob([page], { type: 'text/html' }), `your-data-${new Date().toISOString().slice(0, 10)}.html`)
