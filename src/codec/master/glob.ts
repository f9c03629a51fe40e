/**
 * A test for texts: `*` in the glob is any run of characters, all else stands for itself, the whole text must fit. Takes
 * time in proportion to the text, whatever the glob: it comes from strangers.
 */
export function compileGlob(glob: string): (text: string) => boolean {
  const [head = '', ...pieces] = glob.split('*');
  const tail = pieces.pop();
  if (tail === undefined) {
    return (text) => text === head;
  }
  return (text) => {
    const end = text.length - tail.length;
    if (!text.startsWith(head) || !text.endsWith(tail) || end < head.length) {
      return false;
    }
    let at = head.length;
    for (const piece of pieces) {
      const found = text.indexOf(piece, at);
      at = found + piece.length;
      if (found < 0 || at > end) {
        return false;
      }
    }
    return true;
  };
}
