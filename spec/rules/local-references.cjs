// References stay in the folder of the document: the bundle, which the sandbox publishes, contains what they name.
// As a preprocessor, this also runs when the document is bundled.
const { realpathSync } = require('node:fs');
const { dirname, sep } = require('node:path');

module.exports = () => {
  let folder;
  return {
    Root: {
      enter: (_root, { location }) => {
        folder = realpathSync(dirname(location.source.absoluteRef));
      },
    },
    ref: {
      enter: ({ $ref }, { report, location }, resolved) => {
        const file = resolved.location?.source.absoluteRef;
        if (file === undefined || (!/^\w+:/.test(file) && realpathSync(file).startsWith(folder + sep)))
          return;
        report({
          message: `${$ref} is outside of the folder of the document. Move it into the folder, and refer to it there.`,
          location: location.child(['$ref']),
        });
      },
    },
  };
};
