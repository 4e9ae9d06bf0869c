/** Has the browser save a text as a file of that name, with the mark by which spreadsheets know UTF-8. */
export function saveCsv(name: string, text: string) {
  // Reading the answer as text has taken the mark away.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
