"""Headless Chromium, and what a test asks of the page in it."""

import json
import pathlib
import shutil

import axe_playwright_python
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

AXE = pathlib.Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text()
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


class Browser:
    def __init__(self):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium")
        for argument in ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--force-color-profile=srgb"]:
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        service = webdriver.ChromeService(executable_path=shutil.which("chromedriver"))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(60)

    def quit(self):
        self.driver.quit()

    def clear(self):
        """Leaves the last page and drops its logs."""
        self.visit("about:blank")
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        self.window(1280, 800)
        self.theme("light")

    def visit(self, url):
        self.driver.get(url)

    def view(self, name):
        self.driver.execute_script("location.hash = arguments[0]", f"#/{name}")

    def window(self, width, height):
        """The size of the viewport, which may be smaller than a window can be."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def theme(self, name):
        features = [{"name": "prefers-color-scheme", "value": name}, {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def run(self, script, *arguments):
        """The value of a function's body in the page."""
        return self.driver.execute_script(script, *arguments)

    def wait(self, script, *arguments):
        """Waits until a function's body returns something true, and returns that."""
        return WebDriverWait(self.driver, 10, 0.05).until(lambda driver: driver.execute_script(script, *arguments))

    def wait_for_text(self, selector, text):
        script = "return [...document.querySelectorAll(arguments[0])].some((e) => e.textContent.includes(arguments[1]))"
        try:
            self.wait(script, selector, text)
        except Exception as error:
            shown = self.run("return document.body.innerText")[:2000]
            raise AssertionError(f"{selector} does not show {text!r}; the page shows:\n{shown}") from error

    def click(self, text, within="body"):
        """Clicks the button, link or summary with that text."""
        script = """return [...document.querySelectorAll(arguments[0] + ' :is(button, a, summary)')]
            .find((e) => e.textContent.trim() === arguments[1])"""
        element = self.wait(script, within, text)
        self.run("arguments[0].scrollIntoView({block: 'nearest'})", element)
        element.click()

    def type(self, *keys):
        """Types into what has the focus."""
        self.driver.switch_to.active_element.send_keys(*[getattr(Keys, key, key) for key in keys])

    def text(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector).text

    def errors(self):
        """What the browser has logged as an error; a refused or lost connection is the network's, not the page's."""
        entries = self.driver.get_log("browser")
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE" and entry["source"] != "network"]

    def foreign_requests(self, origin):
        """The addresses elsewhere that the page has asked for."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        urls = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
        return [url for url in urls if not url.startswith((origin, "about:", "data:", "blob:"))]

    def violations(self):
        """What axe-core finds against WCAG 2.2 AA: rule, element and advice."""
        # DevTools are not subject to the page's policy.
        self.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE})
        script = "axe.run(document, {runOnly: %s}).then((found) => JSON.stringify(found.violations))" % json.dumps(RULES)
        parameters = {"expression": script, "awaitPromise": True, "returnByValue": True}
        result = self.driver.execute_cdp_cmd("Runtime.evaluate", parameters)["result"]
        found = json.loads(result["value"])
        return [(each["id"], node["html"][:120], node["failureSummary"]) for each in found for node in each["nodes"]]

    def picture(self, path):
        self.driver.save_screenshot(str(path))
